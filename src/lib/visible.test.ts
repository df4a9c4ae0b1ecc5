import { expect, it } from 'vitest';
import { onOneLine, visible, withoutControls } from './visible.ts';

it('replaces characters that would control a terminal, and no others', () => {
  const kept = 'Zoë 👩‍🚀 می‌خواهم 中文\n\tindented';
  expect(visible(kept, 'lines')).toBe(kept);
  expect(visible('a\u001b[2Jb\rc\u009bd\u202ee\u2066f\u2028g\ud800h\u007f', 'lines')).toBe(
    'a�[2Jb�c�d�e�f�g�h�',
  );
  expect(visible('one\nline')).toBe('one�line');
});

it('makes one line of several', () => {
  expect(onOneLine('550 no\r\n550 \u001b[2Jnever')).toBe('550 no 550 �[2Jnever');
});

it('removes control characters from a header', () => {
  expect(withoutControls('\u061ca\u202egnp.exe\r\nBcc: x\u2069')).toBe('a gnp.exe  Bcc: x');
});
