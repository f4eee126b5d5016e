/** Where the form of designs keeps what was typed, so that another page can hand terms over to it. */
export const designDraft = (id: string): string => `design-form.${id}`;

/** Terms handed over to the form of designs. */
export interface DesignTerms {
  readonly model: 'effects';
  readonly effects: readonly string[];
}
