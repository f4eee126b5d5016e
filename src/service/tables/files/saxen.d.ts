/** What is used of `saxen`, which comes without types. */
declare module 'saxen' {
  type Decode = (text: string) => string;

  export class Parser {
    /** Names of elements and attributes have these prefixes, whatever those of the document are. */
    ns(prefixes: Readonly<Record<string, string>>): this;
    on(
      event: 'openTag',
      handler: (name: string, attributes: () => Readonly<Record<string, string>>, decode: Decode) => void,
    ): this;
    on(event: 'closeTag', handler: (name: string) => void): this;
    on(event: 'text', handler: (text: string, decode: Decode) => void): this;
    on(event: 'cdata', handler: (text: string) => void): this;
    on(event: 'error' | 'warn', handler: (error: Error) => void): this;
    parse(xml: string): this;
  }
}
