/**
 * The routes of Confluence that are served here too, and the parameters in addresses that its documents
 * have for them: the names alone. Those that are served act as they do there; a client that sends another
 * must not be told yes for nothing.
 * @module
 */

/** By path. */
export const confluenceParameters: Readonly<Record<string, string>> = {
  '/spaces':
    'ids keys type status labels favorited-by not-favorited-by sort description-format include-icon cursor limit',
  '/spaces/{id}':
    'description-format include-icon include-operations include-properties include-permissions include-role-assignments include-labels',
  '/pages': 'id space-id sort status title body-format subtype cursor limit',
  '/spaces/{id}/pages': 'depth sort status title body-format cursor limit',
  '/pages/{id}':
    'body-format get-draft status version include-labels include-properties include-operations include-likes include-versions include-version include-favorited-by-current-user-status include-webresources include-collaborators include-direct-children',
  '/pages/{id}/direct-children': 'cursor limit sort',
  '/pages/{id}/labels': 'prefix sort cursor limit',
  '/pages/{id}/attachments': 'sort cursor status mediaType filename limit',
}
