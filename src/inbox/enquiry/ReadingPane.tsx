import type { Overview } from '../../lib/inbox.ts';
import { FiguresPane } from '../figures/FiguresPane.tsx';
import type { Route } from '../state/route.ts';
import type { Changes } from '../state/use-changes.ts';
import { Enquiry } from './Enquiry.tsx';

interface Props {
  route: Route;
  overview: Overview | undefined;
  changes: Changes;
}

/** What stands beside the list: the enquiry that is open, or how the firm is doing. */
export function ReadingPane({ route, overview, changes }: Props) {
  const { reference } = route;
  return reference === undefined ? (
    <FiguresPane overview={overview} />
  ) : (
    <Enquiry key={reference} reference={reference} list={route.list} changes={changes} />
  );
}
