import './edit.css';
import { type Change, editPaths, type Match, REDRAW, type Saved, type Shown } from '../protocol.ts';
import { ask, Refused, save, signIn } from './ask.ts';
import { createBar } from './bar.ts';
import { button, h } from './h.ts';
import { createHint } from './hint.ts';
import { allMarked, markAll, markedAt, matchOf } from './marks.ts';
import { createPanel } from './panel.ts';
import { redraw } from './redraw.ts';
import { askInDialog, chooseOne, sentenceFor, tell, tellWrong } from './say.ts';
import { openSurface, type Surface, say } from './surface.ts';

interface Editing {
  target: HTMLElement;
  shown: Shown;
  surface: Surface;
}

const root = h('div', { id: 'editor', 'data-editor': '' });

if (await signIn().catch(warn)) start();

function warn(error: unknown): false {
  document.body.append(root);
  tellWrong(error);
  return false;
}

async function start(): Promise<void> {
  document.body.append(root);
  document.documentElement.classList.add('edit-on');
  const hint = createHint();
  const bar = createBar({ turn, toggleEditing, togglePanel: () => togglePanel() });
  const { file, history } = await ask<Saved>(editPaths.history, { path: location.pathname });
  bar.show(history);
  const panel = createPanel(file, onSaved, openNew);
  root.append(h('section', { 'aria-label': 'Editor' }, bar.element, hint.element), panel.element);
  let editing: Editing | undefined;
  let isOn = true;
  /** How many changes were saved: a page that was asked for before the last of them is an old one. */
  let saves = 0;
  /** New words for the page, which somebody is typing into. */
  let isDue = false;

  const settle = async () => {
    if (editing) {
      isDue = true;
      return;
    }
    isDue = false;
    // Where the server is gone, the next change says so.
    const before = saves;
    isDue = !(await redraw(() => editing !== undefined || saves !== before).catch(() => true));
    if (!editing) await markAll();
  };
  import.meta.hot?.on(REDRAW, () => {
    // A mistake that somebody saved elsewhere lies over the page until it is right again.
    for (const overlay of document.querySelectorAll('vite-error-overlay')) overlay.remove();
    settle();
  });
  const seeMore = () => {
    if (editing) isDue = true;
    else markAll();
  };
  document.addEventListener('toggle', seeMore, true);
  await markAll();

  function onSaved({ history }: Saved): void {
    saves += 1;
    bar.show(history);
    tell('Saved.');
  }

  async function turn(how: 'undo' | 'redo' | 'back', id?: number): Promise<void> {
    try {
      const { history } = await ask<Saved>(editPaths.history, { turn: how, id });
      bar.show(history);
      // Where it takes back what the development server has not drawn yet, that has nothing new to say.
      settle();
      tell(how === 'redo' ? 'Done again.' : 'Taken back.');
    } catch (error) {
      tellWrong(error);
    }
  }

  function toggleEditing(): boolean {
    isOn = !isOn;
    document.documentElement.classList.toggle('edit-on', isOn);
    hint.hide();
    return isOn;
  }

  async function togglePanel(): Promise<void> {
    hint.hide();
    panel.toggle(!panel.isOpen());
    if (panel.isOpen()) await panel.show(file);
  }

  /** Its page is there once the development server has heard of it. */
  async function openNew(name: string): Promise<void> {
    const path = /^content\/posts\/(.+)\.md$/.exec(name)?.[1];
    if (!path) return;
    const address = `/blog/${path}`;
    while ((await fetch(address)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 200));
    sessionStorage.setItem('edit-panel', name);
    location.assign(address);
  }
  const wanted = sessionStorage.getItem('edit-panel');
  sessionStorage.removeItem('edit-panel');
  if (wanted) {
    panel.toggle(true);
    await panel.show(wanted);
  }

  async function begin(target: HTMLElement): Promise<void> {
    if (editing && !(await finish())) return;
    if (!matchOf(target)) await markAll();
    const match = matchOf(target);
    if (!match) return;
    const question = target.closest('details');
    if (question && target.closest('summary')) question.open = true;
    const shown = await choose(match);
    if (!shown) return;
    if (match.exact.length === 0 || !shown.isTyped) {
      panel.toggle(true);
      await panel.show(shown.file, shown.path);
      return;
    }
    const surface = openSurface(target, shown, `${shown.name}: ${shown.description}`);
    target.scrollIntoView({ block: 'nearest' });
    editing = { target, shown, surface };
    hint.forEditing(target, shown, surface);
  }

  /** Saves what was typed; false where it was refused, and stays to be put right. */
  async function finish(): Promise<boolean> {
    if (!editing) return true;
    const { target, shown, surface } = editing;
    const [value, words] = [surface.written(), surface.said()];
    if (value === shown.written) return leave();
    const change = (was: string): Change =>
      shown.start === undefined
        ? { kind: 'set', file: shown.file, path: shown.path, value, was }
        : { kind: 'text', file: shown.file, start: shown.start, value, was };
    try {
      onSaved(await save(change(shown.written)));
    } catch (error) {
      if (error instanceof Refused && error.status === 409) return disagree(error, value, change);
      hint.wrong(sentenceFor(error));
      surface.element.setAttribute('aria-invalid', 'true');
      return false;
    }
    for (const other of allMarked()) {
      const same = matchOf(other)?.exact[0];
      if (
        other !== target &&
        same?.file === shown.file &&
        JSON.stringify(same.path) === JSON.stringify(shown.path) &&
        same.start === shown.start
      )
        say(other, words);
    }
    return leave(words, value);
  }

  function leave(words?: string, value?: string): true {
    if (!editing) return true;
    const { target, shown, surface } = editing;
    editing = undefined;
    surface.close(words);
    if (value !== undefined) shown.written = value;
    hint.hide();
    const focused = target.closest<HTMLElement>('button, summary') ?? target;
    focused.focus({ preventScroll: true });
    // What was just saved is on the page already; the server draws it in a moment, and then says so.
    if (value !== undefined) markAll();
    else if (isDue) settle();
    return true;
  }

  async function disagree({ now }: Refused, mine: string, change: (was: string) => Change): Promise<boolean> {
    const theirs = typeof now === 'string' ? now : JSON.stringify(now ?? '');
    const choice = await chooseOne(theirs, mine);
    if (!choice) return false;
    if (choice === 'theirs') {
      isDue = true;
      return leave();
    }
    try {
      onSaved(await save(change(theirs)));
      return leave(editing?.surface.said(), mine);
    } catch (error) {
      hint.wrong(sentenceFor(error));
      return false;
    }
  }

  function next(from: HTMLElement, step: 1 | -1): void {
    const all = allMarked();
    const to = all[all.indexOf(from) + step];
    to?.scrollIntoView({ block: 'nearest' });
    if (to) begin(to);
  }

  document.addEventListener(
    'click',
    (event) => {
      const target = markedAt(event.target);
      const isOurs = event.target instanceof Element && event.target.closest('[data-editor]');
      if (isOurs || !isOn) return;
      if (editing?.target.contains(event.target as Node)) return event.preventDefault();
      if (!target) return void finish();
      event.preventDefault();
      event.stopPropagation();
      begin(target);
    },
    true,
  );

  document.addEventListener(
    'keydown',
    async (event) => {
      if (editing && event.target === editing.surface.element) {
        const { target } = editing;
        event.stopPropagation();
        if (event.key === 'Enter' || event.key === 'Tab') {
          event.preventDefault();
          if ((await finish()) && event.key === 'Tab') next(target, event.shiftKey ? -1 : 1);
        } else if (event.key === 'Escape') leave();
        return;
      }
      const isOurs =
        event.target instanceof Element && event.target.closest('[data-editor], input, textarea');
      if (isOurs || !isOn) return;
      const held = event.target instanceof Element ? event.target : document.body;
      const target =
        markedAt(held) ??
        (held.matches('button, summary') ? held.querySelector<HTMLElement>('[data-edit]') : null);
      if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && target) {
        event.preventDefault();
        event.stopPropagation();
        begin(target);
      } else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        turn(event.shiftKey ? 'redo' : 'undo');
      }
    },
    true,
  );

  for (const kind of ['pointerover', 'focusin'] as const)
    document.addEventListener(kind, ({ target }) => {
      const over = isOn && !editing ? markedAt(target) : undefined;
      if (over) hint.forMark(over, matchOf(over));
      else if (!editing) hint.hide();
    });
  // What was typed and not saved is not left without a word.
  addEventListener('beforeunload', (event) => {
    if (editing && editing.surface.written() !== editing.shown.written) event.preventDefault();
  });
}

/** Which value is meant: asked where several files say the same, or where the words are made of several. */
async function choose({ exact, isSure, madeOf }: Match): Promise<Shown | undefined> {
  if (isSure) return exact[0];
  const all = exact.length > 0 ? exact : madeOf;
  if (all.length === 0) {
    tell(
      'The site makes these words itself: a date, a number, a name from site.config.ts, or a label of a picture.',
    );
    return undefined;
  }
  const heading = exact.length > 0 ? 'These words stand in several places' : 'These words are made of others';
  return askInDialog<Shown>(heading, (close) => {
    const choices = all.map((shown) => {
      const choice = button('', () => close(shown), { className: 'edit-choice' });
      choice.append(h('strong', {}, shown.name), h('span', {}, shown.written), h('small', {}, shown.file));
      return h('li', {}, choice);
    });
    return [h('ul', { className: 'edit-choices' }, ...choices)];
  });
}
