import { Component, type ReactNode, useEffect, useRef } from 'react';
import { READY } from '../browser/intent.ts';
import { ApplicationError } from '../ui/ApplicationError.tsx';

interface Props {
  errorHeading: string;
  children: ReactNode;
}

/** Wraps an island: reports when it is hydrated, and shows its error if it fails. */
export class Island extends Component<Props, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return <Ready>{this.props.children}</Ready>;
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    return <ApplicationError heading={this.props.errorHeading} message={message} stack={stack} />;
  }
}

function Ready({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.dispatchEvent(new CustomEvent(READY, { bubbles: true }));
  }, []);
  return (
    <div className="contents" ref={ref}>
      {children}
    </div>
  );
}
