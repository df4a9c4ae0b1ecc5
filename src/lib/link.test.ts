import { expect, it } from 'vitest';
import { newTabProps } from './link.ts';

it('opens a link in a new tab only where that is said, and then without a way back', () => {
  expect(newTabProps({ href: '#', label: 'Here' })).toEqual({});
  expect(newTabProps({ href: '#', label: 'There', newTab: 'opens in a new tab' })).toEqual({
    target: '_blank',
    rel: 'noopener',
  });
});
