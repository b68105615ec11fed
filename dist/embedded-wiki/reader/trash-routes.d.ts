/** Requests of writers that put pages into the trash, list it and restore from it. @module */
import { Hono } from 'hono';
import { type ProtectForms } from '../../web/csrf.ts';
import type { WebScope } from '../../web/web-scope.ts';
import { type PageChangeDependencies } from '../store/trash-page.ts';
import { type ReaderDependencies } from './reader-scope.ts';
/**
 * Make the routes.
 * @param dependencies The store, who may read, and the frame.
 * @param protectForms Makes the stage that forms pass.
 */
export declare function trashRoutes(dependencies: ReaderDependencies & PageChangeDependencies, protectForms: ProtectForms): Hono<WebScope>;
