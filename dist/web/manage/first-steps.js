/** The request for the first steps. @module */
import { Hono } from 'hono';
import { firstStepsPage, firstStepsPath } from './first-steps-page.js';
import { readFirstSteps } from './read-first-steps.js';
/**
 * Make the route.
 * @param dependencies What it works with.
 */
export function firstStepsRoutes({ database, publicUrl, show, }) {
    const app = new Hono();
    app.get(firstStepsPath, async (c) => {
        const steps = await readFirstSteps(database);
        return show(c, 200, 'First steps', firstStepsPage({ ...steps, publicUrl: publicUrl() }));
    });
    return app;
}
