/**
 * The oldest browsers that the site is made for, two and a half years back from its release (README.md). Older ones get
 * plain colours and an open menu (styles/plain.css), and no script.
 */
export const browsers = ['chrome124', 'edge124', 'firefox126', 'safari17.5', 'ios17.5'];
