/** Where the pages of a connected space live. @module */

export type SiteKind = 'cloud' | 'data-center'

export interface ConnectedPlace {
  readonly kind: SiteKind
  readonly baseUrl: string
  readonly remoteSpace: { readonly key: string; readonly name: string }
}

const products: Readonly<Record<SiteKind, { readonly name: string; readonly spacePath: string }>> =
  {
    cloud: { name: 'Confluence Cloud', spacePath: '/spaces/' },
    'data-center': { name: 'Confluence Data Center', spacePath: '/display/' },
  }

export function remoteSpaceUrl({ kind, baseUrl, remoteSpace }: ConnectedPlace): string {
  return `${baseUrl}${products[kind].spacePath}${encodeURIComponent(remoteSpace.key)}`
}

export function remoteProduct({ kind }: Pick<ConnectedPlace, 'kind'>): string {
  return products[kind].name
}
