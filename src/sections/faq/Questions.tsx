import type { FaqItem } from '../../schemas/faq-item.ts';
import { Accordion } from '../../ui/Accordion.tsx';

export function Questions({ items }: { items: FaqItem[] }) {
  return (
    <div className="wrap section-pad">
      <div className="max-w-4xl">
        <Accordion name="faq" items={items} />
      </div>
    </div>
  );
}
