import type { Variable } from '../api/types.ts';

/** What is above a column: text alone, or with what else there is to it. */
export type Head =
  | string
  | {
      readonly name: string;
      readonly unit?: string | null | undefined;
      readonly className?: 'number' | 'pinned' | undefined;
      readonly title?: string;
      /** Read aloud, and not seen. */
      readonly spoken?: boolean;
    };

/** Letters of a text that fits into a narrow column. */
const shortText = 16;

/** A text in a table: where the table is wider than its place, a column would be no wider than its longest word. */
export const CellText = ({ text }: { text: string }) =>
  text.length > shortText ? <span className="long-text">{text}</span> : text;

/** Above numbers. */
export const numberHead = (name: string, unit?: string | null): Head => ({ name, unit, className: 'number' });

/** Class of the cells of a setting: categories are texts, and begin at the left. */
export const settingClass = ({ type }: Pick<Variable, 'type'>): 'number' | undefined =>
  type === 'categorical' ? undefined : 'number';

/** Above settings of one variable. */
export const settingHead = (variable: Variable): Head => ({
  name: variable.name,
  unit: variable.unit,
  className: settingClass(variable),
});

/** Above the buttons of a row. */
export const actionsHead = { name: 'Actions', spoken: true } as const;

export const TableHead = ({ columns }: { columns: readonly Head[] }) => (
  <thead>
    <tr>
      {columns.map((column, at) => {
        const head = typeof column === 'string' ? { name: column } : column;
        const { name, unit, className, title, spoken } = head;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a variable may have the name of another column
          <th key={at} className={className} title={title}>
            {spoken ? <span className="sr">{name}</span> : <CellText text={name} />}
            {unit && (
              <small>
                <CellText text={unit} />
              </small>
            )}
          </th>
        );
      })}
    </tr>
  </thead>
);
