import type { ReactNode } from 'react';
import { Empty } from '../../components/page-parts.tsx';
import { link } from '../../components/route.ts';

/** In place of a page that shows what results say, while there are none; `children` says what it will show. */
export const NeedsResults = ({ id, children }: { id: string; children: ReactNode }) => (
  <Empty
    title="No results yet"
    actions={
      <a className="button primary" href={link(id, 'experiments')}>
        Record experiments
      </a>
    }
  >
    <p>{children}</p>
  </Empty>
);
