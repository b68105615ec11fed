/** The request for the first steps. @module */
import { Hono } from 'hono';
import type { WebScope } from '../web-scope.ts';
import type { ManageDependencies } from './manage-scope.ts';
/**
 * Make the route.
 * @param dependencies What it works with.
 */
export declare function firstStepsRoutes({ database, publicUrl, show, }: Pick<ManageDependencies, 'database' | 'publicUrl' | 'show'>): Hono<WebScope>;
