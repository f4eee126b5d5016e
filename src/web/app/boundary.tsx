import { Component, type ReactNode } from 'react';

/** Keeps a fault in one page from taking the menus with it. */
export class Boundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <section className="note bad" role="alert">
        <h2>This page stopped working</h2>
        <p>{error.message}</p>
        <p>Your data is safe on the server.</p>
        <button type="button" onClick={() => location.reload()}>
          Reload the page
        </button>
      </section>
    );
  }
}
