import { FactRow } from '../../ui/FactRow.tsx';

interface Props {
  name: string;
  email: string;
  url: string;
}

/** Print only: firm, e-mail, address of the page. */
export function PrintFoot({ name, email, url }: Props) {
  return (
    <div className="print-foot">
      <FactRow facts={[name, email, url]} />
    </div>
  );
}
