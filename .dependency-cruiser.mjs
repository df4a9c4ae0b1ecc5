/** Who may import whom below src/. Run by scripts/check-layers.ts, which makes .astro files readable first. */

/** Drawings as plain data; the rest of drawing/ reads and writes files. */
const DRAWN = 'drawing/(scene|profile|before-after|measure|logo)';
const belowLayouts = [
  ...['sections', 'islands', 'browser', 'ui', 'content', 'drawing', 'config', 'lib'],
  ...['navigation', 'routes', 'styles'],
];

/** What each folder or file may import beside itself, and what as types only. */
const layers = {
  routes: { values: [] },
  lib: { values: [] },
  schemas: { values: ['lib', 'drawing/profile'] },
  config: { values: ['schemas'] },
  drawing: { values: ['lib', 'server/http/files'] },
  content: { values: ['config', 'schemas', 'lib', 'routes', 'drawing'] },
  'content.config': { values: ['content', 'schemas'] },
  navigation: { values: ['content', 'config', 'lib', 'routes'] },
  browser: { values: ['lib'] },
  ui: { values: ['lib', DRAWN] },
  islands: { values: ['ui', 'browser', 'lib', 'routes'], types: ['schemas'] },
  sections: { values: ['ui', 'lib', 'routes', DRAWN], types: ['schemas', 'navigation'] },
  layouts: { values: belowLayouts, types: ['schemas'] },
  pages: { values: ['layouts', ...belowLayouts], types: ['schemas'] },
  gallery: { values: ['layouts', 'ui', 'lib', 'styles', DRAWN] },
  inbox: { values: ['ui', 'lib', 'styles', DRAWN] },
  edit: {
    values: [
      ...['content', 'config', 'schemas', 'lib', 'routes'],
      ...['server/failures', 'server/inbox/admission'],
    ],
  },
  integrations: {
    values: ['edit', 'content', 'drawing', 'config', 'lib', 'routes', 'server'],
    types: ['schemas'],
  },
  server: { values: ['lib', 'routes'], types: ['schemas'] },
};

/** What each part of the server must not import: the parts above it. */
const partsAbove = {
  '(addresses|built|failures|log|settings)': 'main|inbox|admin|visits|enquiries|outbox|http|db',
  'db/': 'main|inbox|admin|visits|enquiries|outbox|http',
  'enquiries/': 'main|inbox|admin|visits|outbox|http',
  'outbox/': 'main|inbox|admin|visits|http',
  'admin/': 'main|inbox|visits|http',
  'http/': 'main|inbox|admin|visits|outbox',
  'visits/': 'main|inbox|admin|outbox|http',
  'inbox/': 'main|visits',
};

const at = (/** @type {string} */ place) => `^src/${place}(\\.tsx?$|/)`;
const asValue = { dependencyTypesNot: ['type-only'] };
const FILES = '^src/lib/files-below\\.ts$';
/** Everything that may be sent to a browser. */
const browser = {
  path: ['^src/(browser|islands|inbox|ui|lib|edit/page)/', `^src/${DRAWN}`, '\\.script\\.ts$'],
  pathNot: FILES,
};

/** @type {Omit<import('dependency-cruiser').IRegularForbiddenRuleType, 'severity'>[]} */
const rules = [
  { name: 'no-circles', from: { path: '^src/' }, to: { circular: true } },
  {
    name: 'every-folder-has-a-layer',
    from: { path: '^src/', pathNot: ['\\.d\\.ts$', ...Object.keys(layers).map(at)] },
    to: {},
  },
  ...Object.entries(layers).flatMap(([layer, { values, types = [] }]) => [
    {
      name: `layer-of-${layer}`,
      from: { path: at(layer) },
      to: { path: '^(src/|\\.)', pathNot: [layer, ...values, ...types].map(at) },
    },
    ...types.map((type) => ({
      name: `${layer}-takes-types-only-of-${type}`,
      from: { path: at(layer) },
      to: { path: at(type), ...asValue },
    })),
  ]),
  ...Object.entries(partsAbove).map(([part, parts]) => ({
    name: `below-others-server/${part}`,
    from: { path: `^src/server/${part}` },
    to: { path: `^src/server/(${parts})` },
  })),
  { name: 'identity-by-config-only', from: { pathNot: at('config') }, to: { path: '^site\\.config' } },
  {
    name: 'browser-without-packages',
    from: browser,
    to: {
      path: 'node_modules/',
      pathNot: 'node_modules/(react|react-dom|@tanstack/react-query)/',
      ...asValue,
    },
  },
  { name: 'browser-without-node', from: browser, to: { dependencyTypes: ['core'] } },
  { name: 'browser-without-files', from: browser, to: { path: FILES } },
  {
    name: 'page-scripts-import-browser-only',
    from: { path: '\\.script\\.ts$' },
    to: { pathNot: at('browser') },
  },
  {
    name: 'server-without-react-astro-schemas',
    from: { path: '^src/(server|lib)/' },
    to: { path: 'node_modules/(react|astro|@astrojs|zod|yaml)', ...asValue },
  },
  {
    name: 'no-development-packages',
    from: { path: '^src/' },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], ...asValue },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: rules.map((rule) => ({ ...rule, severity: 'error' })),
  options: {
    doNotFollow: { path: 'node_modules' },
    preserveSymlinks: true,
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
