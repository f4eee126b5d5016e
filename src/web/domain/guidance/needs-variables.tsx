import { Empty } from '../../components/page-parts.tsx';
import { link } from '../../components/route.ts';

/** What a page shows while the session has no variables; `what` needs them. */
export const NeedsVariables = ({ id, what }: { id: string; what: string }) => (
  <Empty
    title={`${what} variables`}
    actions={
      <a className="button primary" href={link(id, 'variables')}>
        Define variables
      </a>
    }
  >
    <p>First define what you can change, and within which limits.</p>
  </Empty>
);
