import { askEveryPage } from './support/every-page.ts';
import { builtFirm } from './support/firm.ts';

askEveryPage(await builtFirm('own'));
