/** What opens a site of Confluence. It is read from a file or the environment when it is needed, and kept nowhere. @module */

export interface Credential {
  /** Basic with it on Cloud; undefined for a bearer token: a personal access token, or a service account's. */
  readonly email: string | undefined
  readonly token: string
}

/** The address of a site, as the operator gave it. */
export interface SiteAddress {
  /** Such as `https://acme.atlassian.net/wiki`; without a slash at its end. */
  readonly baseUrl: string
  /** Through `api.atlassian.com`, which tokens with scopes need; undefined at the site itself. */
  readonly cloudId: string | undefined
}
