/** How programs call themselves in their User-Agent, in any case; a part of a word will do. */
const names = {
  // Cubot is a make of telephones.
  search: '(?<!cu)bot crawl spider slurp archiv indexer scrap scanner google- googleother',
  models: 'chatgpt claude anthropic perplexity cohere',
  pictureOfALink: 'preview facebookexternalhit whatsapp embedly snippet unfurl',
  feeds: 'feed rss',
  watch: 'monitor uptime pingdom statuscake site24x7 check probe validator audit',
  measure: 'lighthouse pagespeed gtmetrix headless phantomjs puppeteer playwright selenium',
  scripts:
    'curl wget httpie postman insomnia python perl ruby php java/ go-http okhttp axios node undici deno bun/',
  libraries: 'fetch http-?client http_request guzzle wrk',
};

/** Whoever says none of this is taken for a person; a program that passes for a browser is counted. */
export const robotNames = Object.values(names).flatMap((line) => line.split(' '));
