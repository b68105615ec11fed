import { createMiddleware } from 'hono/factory';
import { RequestError } from '../../errors.js';
import { admit } from '../../http/admit.js';
import { limitBody } from '../../http/limit-body.js';
import { escapeHtml } from '../../render/escape.js';
import { formTokenName } from '../form-token-field.js';
import { messagePage } from '../message-page.js';
import { signInPath } from '../next-path.js';
import { isSameOrigin } from '../same-origin.js';
import { isFormToken } from '../session-cookie.js';
import { noCheck } from './check-import.js';
import { formProblem } from './form-problem.js';
import { readImportForm } from './import-form-fields.js';
import { signedOutCheck } from './show-import-form.js';
/**
 * Make the stages.
 * @param dependencies Limits, gate and frame.
 */
export function formStages({ limits, gate, publicUrl, show, showForm, }) {
    const sameOriginOnly = createMiddleware(async (c, next) => {
        if (isSameOrigin(c, publicUrl()))
            return next();
        throw new RequestError('forbidden', 'The form must be sent from its own page.');
    });
    const admitViewer = admit(gate, (c) => `user ${c.get('viewer').userId}`);
    const readBody = limitBody(limits, checkFormToken);
    return {
        stages: [sameOriginOnly, refuseSignedOut(showForm, show), admitViewer, readBody],
        async answerError(error, c) {
            // What is not meant for the writer is for the service's own handler to log and to answer.
            if (!(error instanceof RequestError))
                throw error;
            if (isFromScript(c))
                return answerScript(c, error.status, formProblem(error));
            if (error.message === signedInAgain.text && c.get('body') !== undefined) {
                return showKept(showForm, c, 403, signedInAgain);
            }
            const text = `${error.message} Go back with your browser: what you wrote is still there.`;
            const status = error.status;
            return show(c, status, 'Not imported', messagePage('Not imported', text));
        },
    };
}
/** A form without a session is kept only as far as it is small: nothing large is told to strangers. */
function refuseSignedOut(showForm, show) {
    const readSmall = limitBody({ maxBodyBytes: maxKeptBytes, maxBufferedBytes: 1024 ** 2 });
    return createMiddleware(async (c, next) => {
        if (c.get('viewer') !== undefined)
            return next();
        if (isFromScript(c) || c.req.path !== '/import')
            return answerScript(c, 401, signedOut);
        const declared = Number(c.req.header('content-length') ?? Number.NaN);
        if (!(declared <= maxKeptBytes))
            return show(c, 401, 'Not imported', signedOutPage);
        return readSmall(c, async () => {
            c.res = await showKept(showForm, c, 401, signedOut);
        });
    });
}
/** As much of a form as is shown again to somebody whose session ended. */
const maxKeptBytes = 4 * 1024;
async function showKept(showForm, c, status, problem) {
    const { fields } = await readImportForm(c.get('body'), c.req.header('content-type') ?? '');
    const contentHtml = escapeHtml(fields.content);
    const check = status === 401 ? signedOutCheck : noCheck;
    return showForm(c, status, { fields, contentHtml, check, problem });
}
/** The field stands first in the form, so that it comes before anything large. */
function checkFormToken(start, c) {
    const field = new RegExp(`name="${formTokenName}"\\r\\n\\r\\n([\\w-]{1,100})\\r\\n`);
    const [, token] = field.exec(start.toString('latin1')) ?? [];
    if (isFormToken(token, c.get('formToken')))
        return;
    // Kept as far as it is small, as for somebody whose session ended.
    if (Number(c.req.header('content-length')) <= maxKeptBytes)
        c.set('body', start);
    throw new RequestError('forbidden', signedInAgain.text);
}
/** Said to whoever has no session any more. */
export const signedOut = {
    field: undefined,
    text: 'You are no longer signed in. Nothing was lost: sign in, then try again here.',
};
const signedInAgain = {
    field: undefined,
    text: 'You signed in again since this form was opened. Nothing was lost: send it once more.',
};
const signedOutPage = messagePage('Not imported', 'You are no longer signed in, so nothing was done. Sign in in another tab, then go back with your browser: what you wrote is still there.');
/**
 * Tell whether the form's script asks.
 * @param c The request.
 */
export function isFromScript(c) {
    return c.req.header('accept') === 'application/json';
}
/**
 * Answer what the form's script shows beside what was typed, and what it needs to send it again.
 * @param c The request.
 * @param status The status.
 * @param problem What is wrong.
 */
export function answerScript(c, status, problem) {
    const isSignedIn = c.get('viewer') !== undefined;
    const help = isSignedIn
        ? { formToken: c.get('formToken') }
        : { signInPath: signInPath('/import') };
    return c.json({ ...problem, ...help }, status);
}
