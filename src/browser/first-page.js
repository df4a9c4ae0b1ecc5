// Runs in the head of every page, behind the links to its fonts. Plain JavaScript: it goes to visitors as it is written,
// only shorter.
(() => {
  const { content } = document.currentScript.previousElementSibling;
  const { classList } = document.documentElement;
  const links = [...content.children];
  const ask = () => document.head.append(content);
  const [visit] = performance.getEntriesByType('navigation');
  // Hold only a first page without a fragment: later ones have the fonts cached, a fragment needs the layout.
  const isFirst = !document.referrer.startsWith(origin) && !location.hash && visit.type === 'navigate';
  const isSlow = /[23]g/.test(navigator.connection?.effectiveType);
  if (!isFirst) ask();
  else if (isSlow) fetchForTheNext();
  else hold();

  function fetchForTheNext() {
    for (const link of links) {
      link.rel = 'prefetch';
      classList.add(link.className);
    }
    addEventListener('load', ask);
  }

  function hold() {
    const faces = links.map(({ href, title }) => new FontFace(title, `url(${href})`, { weight: '400 650' }));
    const [display, text] = faces.map((face) => face.load());
    const show = () => {
      faces.forEach((face, i) => {
        if (face.status === 'loaded') document.fonts.add(face);
        else classList.add(links[i].className);
      });
      classList.remove('held');
      dispatchEvent(new Event('shown'));
    };
    const inTime = [Promise.all([display, text]), Promise.all([display, after(450)]), after(700)];
    Promise.race(inTime).then(show, show);
    classList.add('held');
  }

  // 20 ms more: fonts that arrived while the page was busy are reported after the timer.
  function after(time) {
    return new Promise((done) => setTimeout(setTimeout, time, done, 20));
  }
})();
