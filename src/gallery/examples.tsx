import type { ReactNode } from 'react';
import { sceneFromSeed } from '../drawing/scene.ts';
import { emptyEnquiry } from '../lib/enquiry.ts';
import { Accordion } from '../ui/Accordion.tsx';
import { ApplicationError } from '../ui/ApplicationError.tsx';
import { ArticleCard } from '../ui/ArticleCard.tsx';
import { ArticleList } from '../ui/ArticleList.tsx';
import { Button } from '../ui/Button.tsx';
import { Chart } from '../ui/Chart.tsx';
import { DevNote } from '../ui/DevNote.tsx';
import { ExampleNote } from '../ui/ExampleNote.tsx';
import { FactRow } from '../ui/FactRow.tsx';
import { FigureChange } from '../ui/FigureChange.tsx';
import { EnquiryControl } from '../ui/form/EnquiryControl.tsx';
import { ErrorSummary } from '../ui/form/ErrorSummary.tsx';
import { Field } from '../ui/form/Field.tsx';
import { FormClosed } from '../ui/form/FormClosed.tsx';
import { FormFoot } from '../ui/form/FormFoot.tsx';
import { NotSent } from '../ui/form/NotSent.tsx';
import { Sent } from '../ui/form/Sent.tsx';
import { Toast } from '../ui/form/Toast.tsx';
import { Logo } from '../ui/Logo.tsx';
import { NoBreak } from '../ui/NoBreak.tsx';
import { PointList } from '../ui/PointList.tsx';
import { Portrait } from '../ui/Portrait.tsx';
import { Quote } from '../ui/Quote.tsx';
import { Scene } from '../ui/Scene.tsx';
import { SectionHeading } from '../ui/SectionHeading.tsx';
import { ServiceFigure } from '../ui/ServiceFigure.tsx';
import { Signature } from '../ui/Signature.tsx';
import { Stat } from '../ui/Stat.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { Tooltip, TooltipGroup } from '../ui/Tooltip.tsx';

const inside = { href: '#', label: 'The next step' };
const outside = { href: '#', label: 'Somewhere else', newTab: 'opens in a new tab' };
const chart = {
  words: { before: 'before', after: 'after' },
  tones: ['violet', 'teal'],
} as const;
const result = { metric: 'What was measured', unit: ' s' };
const article = {
  slug: 'gallery-card',
  href: '#',
  title:
    'A title so long that it has to be cut after its second line, wherever the card stands and whatever it says',
  excerpt: 'An excerpt that is cut after its third line. '.repeat(8),
  category: 'A category',
  hue: 'peach' as const,
  date: '2025-02-01',
  dateText: 'Feb 1, 2025',
  readTime: '8 min read',
  by: 'By First Last',
};

/** Every ui component in every variant and state, once: for the eye, for axe and for the pictures. */
export const examples: { name: string; dark?: boolean; element: ReactNode }[] = [
  { name: 'Logo', element: <Logo /> },
  { name: 'DevNote', element: <DevNote text="draft" /> },
  { name: 'ExampleNote', element: <ExampleNote status="example" /> },
  {
    name: 'PointList',
    element: <PointList points={[{ title: 'A title', text: 'What it means.' }]} />,
  },
  { name: 'Button, primary', element: <Button link={inside} /> },
  { name: 'Button, secondary, to a new tab', element: <Button link={outside} variant="secondary" /> },
  { name: 'Button, primary, on deep water', dark: true, element: <Button link={inside} /> },
  {
    name: 'Button, secondary, on deep water',
    dark: true,
    element: <Button link={outside} variant="secondary" />,
  },
  { name: 'TextLink', element: <TextLink link={inside} /> },
  { name: 'TextLink, to a new tab', element: <TextLink link={outside} /> },
  {
    name: 'SectionHeading',
    element: (
      <SectionHeading heading="A heading that states the point" lead="A lead that is worth reading alone." />
    ),
  },
  { name: 'FactRow', element: <FactRow facts={['One fact', 'Another', 'A third']} /> },
  { name: 'NoBreak', element: <NoBreak text="An e-mail after 14-day trials" /> },
  { name: 'Quote', element: <Quote text="What someone said." attribution="Who said it" /> },
  { name: 'Quote, large and nameless', element: <Quote text="What nobody claims." size="large" /> },
  ...['50+', '15+', '99.9%', '300%', 'Global'].map((figure) => ({
    name: `Stat, ${figure}`,
    element: (
      <dl>
        <Stat claim={{ figure, wording: 'what it counts' }} />
      </dl>
    ),
  })),
  ...(['leadership', 'growth', 'design', 'automation'] as const).map((icon, i) => ({
    name: `ServiceFigure, ${icon}`,
    element: (
      <div className={`hue-${['lavender', 'teal', 'peach', 'lavender'][i]} max-w-40`}>
        <ServiceFigure icon={icon} id={`gallery-${icon}`} />
      </div>
    ),
  })),
  { name: 'Scene', element: <Scene scene={sceneFromSeed('gallery', 'teal')} id="gallery" /> },
  {
    name: 'Chart',
    element: (
      <Chart
        {...chart}
        id="gallery"
        results={[
          { ...result, metric: 'One', value: '1.6 s', before: 3.8, after: 1.6, better: 'lower' },
          { ...result, metric: 'Two', value: '460 s', before: 180, after: 460, better: 'higher' },
        ]}
      />
    ),
  },
  {
    name: 'Chart, of one',
    element: (
      <Chart
        {...chart}
        id="gallery-one"
        results={[{ ...result, value: '9 s', before: 1, after: 9, better: 'higher' }]}
      />
    ),
  },
  {
    name: 'FigureChange',
    element: <FigureChange before={3.8} value="1.6 s" unit=" s" change="{before} to {after}" />,
  },
  { name: 'Portrait', element: <Portrait name="First Last" id="gallery-portrait" /> },
  { name: 'Signature', element: <Signature person={{ name: 'First Last', role: 'What they do' }} /> },
  {
    name: 'Button, to a mail',
    element: <Button link={{ href: 'mailto:a@firm.example', label: 'Write to us' }} />,
  },
  { name: 'ArticleCard', element: <ArticleCard article={article} /> },
  {
    name: 'ArticleCard, large',
    element: <ArticleCard article={{ ...article, slug: 'gallery-large' }} isLarge />,
  },
  {
    name: 'ArticleList, empty',
    element: (
      <ArticleList
        words={{ article: 'article', articles: 'articles', featured: 'Featured', empty: 'Nothing here yet.' }}
        heading="A category without articles"
        count={0}
        articles={[]}
        all={{ href: '#', label: 'All (3)' }}
      />
    ),
  },
  {
    name: 'Accordion',
    element: (
      <Accordion
        name="gallery"
        items={[{ id: 'one', question: 'A question?', answer: 'An answer.' }]}
        link="Link to it"
      />
    ),
  },
  {
    name: 'Field, idle',
    element: (
      <Field name="idle" label="A label" hint="A hint" optional="optional" control={{ kind: 'input' }} />
    ),
  },
  {
    name: 'Field, invalid',
    element: (
      <Field
        name="invalid"
        label="A label"
        error="What to correct."
        control={{ kind: 'textarea', rows: 3 }}
      />
    ),
  },
  {
    name: 'Toast',
    element: (
      <Toast
        toast={{ heading: 'What happens', text: 'What happens next.' }}
        dismiss="Dismiss"
        onDismiss={() => {}}
      />
    ),
  },
  {
    name: 'ErrorSummary',
    element: <ErrorSummary heading="What happened" errors={{ invalid: 'What to correct.' }} />,
  },
  {
    name: 'Sent',
    element: (
      <Sent
        words={{
          heading: 'It arrived',
          text: 'What happens next.',
          reference: 'Reference',
          next: 'What to do meanwhile.',
          another: 'Again',
        }}
        reference="BCDF-2345"
        call={outside}
        again="#"
      />
    ),
  },
  {
    name: 'EnquiryControl',
    element: (
      <EnquiryControl
        field="message"
        words={{
          fields: { ...emptyEnquiry, message: 'A text' },
          optional: 'optional',
        }}
        error="What is wrong."
      />
    ),
  },
  {
    name: 'FormFoot',
    element: (
      <FormFoot
        words={{ privacy: 'What becomes of it.', privacyLink: 'More', submit: 'Send it' }}
        privacyPolicy="#"
      />
    ),
  },
  {
    name: 'FormClosed',
    element: (
      <FormClosed
        words={{ closed: 'Nobody reads this form', action: 'Do it', otherwise: 'Or write to' }}
        contactEmail="mail@firm.example"
        subject="A subject"
      />
    ),
  },
  {
    name: 'NotSent',
    element: (
      <NotSent
        words={{
          heading: 'It did not arrive',
          unknown: 'Nobody knows whether it arrived',
          text: 'What to do.',
          again: 'Try again',
          action: 'Do it',
          otherwise: 'Or write to',
        }}
        reason="Why."
        mail="mailto:mail@firm.example"
        contactEmail="mail@firm.example"
      />
    ),
  },
  {
    name: 'ApplicationError',
    element: <ApplicationError heading="What failed" message="Why" stack={'Error: Why\n    at somewhere'} />,
  },
  {
    name: 'Tooltip',
    dark: true,
    element: (
      <TooltipGroup>
        <Tooltip id="tip-gallery" text="What it means.">
          <button type="button" className="badge-seal" aria-describedby="tip-gallery">
            A badge
          </button>
        </Tooltip>
      </TooltipGroup>
    ),
  },
];
