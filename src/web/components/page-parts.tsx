// biome-ignore-all lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard
import type { ReactNode } from 'react';
import type { Resource } from '../api/queries.ts';
import { sentence } from '../text/format.ts';
import { inRegion } from '../text/numbers.ts';
import { PermissionFieldset, type RequiredPermission } from './permission-fieldset.tsx';

/** What a page says when there is nothing to show yet: what this place is for and the way on. */
export function Empty(props: { title: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <section className="empty">
      <h2>{props.title}</h2>
      <div className="empty-text">{props.children}</div>
      {props.actions && <div className="row">{props.actions}</div>}
    </section>
  );
}

export function Stat(props: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="stat">
      <dt>{props.label}</dt>
      <dd>
        <b>{props.value}</b>
        {props.note !== undefined && <small>{props.note}</small>}
      </dd>
    </div>
  );
}

export function Panel(props: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
  /** All that it holds changes something, and needs this. */
  changes?: RequiredPermission;
}) {
  const { changes, actions, children } = props;
  const within = (part: ReactNode): ReactNode =>
    changes ? <PermissionFieldset need={changes}>{part}</PermissionFieldset> : part;
  return (
    <section className={props.className ? `panel ${props.className}` : 'panel'}>
      <header>
        <h2>{props.title}</h2>
        {actions && within(<div className="row">{actions}</div>)}
      </header>
      {within(children)}
    </section>
  );
}

/** A table that may be wider than its place; it scrolls, by keyboard too. */
export function Scroll(props: { label: string; tall?: boolean; children: ReactNode }) {
  return (
    <section
      className={props.tall ? 'table-scroll tall' : 'table-scroll'}
      tabIndex={0}
      aria-label={props.label}
    >
      {props.children}
    </section>
  );
}

/** Heading of a page with its main actions at the right. */
export function Heading(props: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <header className="heading">
      <div>
        <h1>{props.title}</h1>
        {props.children && <p>{props.children}</p>}
      </div>
      {props.actions && <div className="row">{props.actions}</div>}
    </header>
  );
}

/** What to show instead of a resource that is not there; null once it is. */
export function waiting(...resources: readonly Resource<unknown>[]): ReactNode {
  const broken = resources.find((resource) => resource.error && resource.data === undefined);
  if (broken?.error)
    return (
      <p className="note bad" role="alert">
        {broken.error.message}
      </p>
    );
  if (resources.some((resource) => resource.data === undefined)) return <p className="loading">Loading…</p>;
  return null;
}

/** Bar of a running job. */
export function Bar(props: {
  label: string;
  fraction: number | undefined;
  onCancel?: (() => void) | undefined;
}) {
  return (
    <div className="bar">
      <span>{props.label}</span>
      <progress
        aria-label={props.label}
        {...(props.fraction === undefined ? {} : { value: props.fraction })}
        max={1}
      />
      {props.onCancel && (
        <button type="button" onClick={props.onCancel}>
          Cancel
        </button>
      )}
    </div>
  );
}

/** Tells screen readers that an answer has come; is on the page before, empty. */
export const Status = ({ text }: { text: string }) => (
  <p className="sr" role="status">
    {text}
  </p>
);

/** Sentences of the server that want attention; `names` of the session stay as they are. */
export const Warnings = (props: { texts: readonly string[] | undefined; names?: readonly string[] }) =>
  props.texts?.map((text) => (
    <p key={text} className="note warn">
      {inRegion(sentence(text), props.names)}
    </p>
  ));
