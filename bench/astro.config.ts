/** The same site with the server that Astro itself offers, to compare with. */
import node from '@astrojs/node';
import config from '../astro.config.ts';

export default { ...config, adapter: node({ mode: 'standalone' }) };
