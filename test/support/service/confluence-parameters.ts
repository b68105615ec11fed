/**
 * The parameters in addresses that Confluence documents for the routes that are served here: the names
 * alone. A client that sends one of them must not be told yes for nothing.
 * @module
 */

/** By method and path, with a space between. */
export const confluenceParameters: Readonly<Record<string, string>> = {
  'GET /spaces':
    'ids keys type status labels favorited-by not-favorited-by sort description-format include-icon cursor limit',
  'GET /spaces/{id}':
    'description-format include-icon include-operations include-properties include-permissions include-role-assignments include-labels',
  'GET /spaces/{id}/content/labels': 'prefix sort cursor limit',
  'GET /spaces/{id}/labels': 'prefix sort cursor limit',
  'GET /spaces/{id}/operations': '',
  'GET /pages/{id}/operations': '',
  'GET /pages': 'id space-id sort status title body-format subtype cursor limit',
  'GET /spaces/{id}/pages': 'depth sort status title body-format cursor limit',
  'GET /pages/{id}':
    'body-format get-draft status version include-labels include-properties include-operations include-likes include-versions include-version include-favorited-by-current-user-status include-webresources include-collaborators include-direct-children',
  'GET /pages/{id}/direct-children': 'cursor limit sort',
  'GET /pages/{id}/children': 'cursor limit sort',
  'GET /pages/{id}/ancestors': 'limit',
  'GET /pages/{id}/descendants': 'limit depth cursor',
  'GET /pages/{id}/versions': 'body-format cursor limit sort',
  'GET /pages/{page-id}/versions/{version-number}': '',
  'GET /labels': 'label-id prefix cursor sort limit',
  'GET /pages/{id}/labels': 'prefix sort cursor limit',
  'GET /labels/{id}/pages': 'space-id body-format sort cursor limit',
  'GET /attachments': 'sort cursor status mediaType filename limit',
  'GET /pages/{id}/attachments': 'sort cursor status mediaType filename limit',
  'GET /attachments/{id}':
    'version include-labels include-properties include-operations include-versions include-version include-collaborators',
  'GET /attachments/{id}/operations': '',
  'GET /pages/{id}/footer-comments': 'body-format status sort cursor limit',
  'GET /pages/{id}/inline-comments': 'body-format status resolution-status sort cursor limit',
  'GET /pages/{id}/likes/users': 'cursor limit',
  'GET /pages/{id}/likes/count': '',
  'GET /pages/{id}/properties': 'key sort cursor limit',
  'GET /attachments/{id}/properties': 'key sort cursor limit',
  'GET /spaces/{id}/properties': 'key cursor limit',
  'POST /pages/{id}/properties': '',
  'GET /pages/{id}/properties/{property-id}': '',
  'PUT /pages/{id}/properties/{property-id}': '',
  'DELETE /pages/{id}/properties/{property-id}': '',
  'POST /attachments/{id}/properties': '',
  'GET /attachments/{id}/properties/{property-id}': '',
  'PUT /attachments/{id}/properties/{property-id}': '',
  'DELETE /attachments/{id}/properties/{property-id}': '',
  'POST /spaces/{id}/properties': '',
  'GET /spaces/{id}/properties/{property-id}': '',
  'PUT /spaces/{id}/properties/{property-id}': '',
  'DELETE /spaces/{id}/properties/{property-id}': '',
  'POST /users-bulk': '',
  'POST /pages': 'embedded private root-level',
  'PUT /pages/{id}': '',
  'PUT /pages/{id}/title': '',
  'DELETE /pages/{id}': 'purge draft',
}
