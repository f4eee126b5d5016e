import { Heading, Panel } from '../../components/page-parts.tsx';
import { glossary } from '../../text/glossary.ts';

/** Every term that the page explains, in alphabetical order. */
export function GlossaryPage() {
  const entries = Object.entries(glossary).sort(([a], [b]) =>
    a.localeCompare(b, 'en', { sensitivity: 'base' }),
  );
  return (
    <>
      <Heading title="Glossary">Terms of statistics and optimization as this application uses them.</Heading>
      <Panel title={`${entries.length} terms`}>
        <dl className="glossary">
          {entries.map(([term, text]) => (
            <div key={term}>
              <dt>{term === 'R2' ? 'R²' : term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </>
  );
}
