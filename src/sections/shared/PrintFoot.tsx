import { FactRow } from '../../ui/FactRow.tsx';

interface Props {
  name: string;
  email: string;
  url: string;
}

/** Seen on paper only: whose page this is, how to reach them, where it stands. */
export function PrintFoot({ name, email, url }: Props) {
  return (
    <div className="print-foot">
      <FactRow facts={[name, email, url]} />
    </div>
  );
}
