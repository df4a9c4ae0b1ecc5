// @ts-check
// For `node --import`: the settings of .env, where there is one. Node's own flag complains where there is none.
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile('.env');
