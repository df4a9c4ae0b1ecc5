/**
 * The oldest supported browsers (docs/changing.md): two and a half years old at release. Older ones get plain colours and
 * an open menu (styles/plain.css), and no script.
 */
export const browsers = ['chrome124', 'edge124', 'firefox126', 'safari17.5', 'ios17.5'];
