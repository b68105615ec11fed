import { sql } from '../../database/sql.js';
import { listSpaces } from '../../importing/spaces.js';
/**
 * Read what has been done.
 * @param database The store.
 */
export async function readFirstSteps(database) {
    const [[space], apiTokens, imports] = await Promise.all([
        listSpaces(database, { limit: 1 }),
        database.read(sql `select 1 from api_tokens limit 1`),
        database.read(sql `select 1 from imports limit 1`),
    ]);
    return { space, hasApiToken: apiTokens.length > 0, hasImport: imports.length > 0 };
}
