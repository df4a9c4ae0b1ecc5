import { Component, type ReactNode } from 'react';
import { ApplicationError } from '../../ui/ApplicationError.tsx';

/** Around everything: should our own code fail, it says so instead of leaving an empty page. */
export class Fence extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    return (
      <main className="wrap py-12">
        <ApplicationError
          level="h1"
          heading="The inbox stopped. Load this page again; nothing that was stored is lost."
          message={message}
          stack={stack}
        />
      </main>
    );
  }
}
