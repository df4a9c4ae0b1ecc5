/** Feed readers load all of them each time they ask. */
export const FEED_ARTICLES = 20;

/** HTML for feed readers: absolute addresses, without attributes that only our pages use. */
export const feedHtml = (html: string, page: string): string =>
  html
    .replace(/<span class="sr-only">[^<]*<\/span>/g, '')
    .replace(/ (?:class|role|tabindex|aria-label|aria-describedby|target|rel|loading|decoding)="[^"]*"/g, '')
    .replace(/<\/?(?:span|div)>/g, '')
    .replace(
      / (href|src)="([/#][^"]*)"/g,
      (_, name: string, address: string) => ` ${name}="${absolute(address, page)}"`,
    )
    .replace(
      / srcset="([^"]*)"/g,
      (_, list: string) =>
        ` srcset="${list.replace(/(^|, )(\/\S+)/g, (_all, comma, address) => comma + absolute(address, page))}"`,
    );

const absolute = (address: string, page: string) => new URL(address, page).href;
