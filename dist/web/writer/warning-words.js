/** Warnings as people read them: counted by what they mean for readers, and listed by line. @module */
import { html } from 'hono/html';
import { warningSeverities } from '../../importing/contract.js';
/**
 * Count warnings by severity, the worst first.
 * @param warnings The warnings.
 * @returns Such as `2 lost, 1 changed`; empty without any.
 */
export function countWarnings(warnings) {
    return Object.keys(warningSeverities)
        .map((severity) => {
        const count = warnings.filter((one) => one.severity === severity).length;
        if (count === 0)
            return '';
        return `${count} ${severity}${severity === 'note' && count > 1 ? 's' : ''}`;
    })
        .filter(Boolean)
        .join(', ');
}
/**
 * List warnings.
 * @param warnings What the conversion had to change.
 * @param lineMarkup Shows the number of a line.
 */
export function warningItems(warnings, lineMarkup) {
    return html `<ol>${warnings.map(({ line, severity, message, excerpt = '' }) => html `<li>${line === 0 ? '' : lineMarkup(line)} <strong>${severity}</strong>: ${message}${excerpt === '' ? '' : html ` <code>${excerpt}</code>`}</li>`)}</ol>`;
}
