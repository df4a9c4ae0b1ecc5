/** Data as the text of a script element: no word of it can end the element, or begin a comment in it. */
export const inScript = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c');
