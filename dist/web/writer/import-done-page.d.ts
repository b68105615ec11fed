import type { PastImport } from '../../importing/ledger/import-history.ts';
import type { Markup } from '../layout.ts';
/**
 * Show the page.
 * @param past The import, which was carried out.
 */
export declare function importDonePage(past: PastImport): Markup;
