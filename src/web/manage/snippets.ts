/** Ready-made text for calling the import operation. @module */

export interface SnippetPlace {
  readonly endpoint: string
  readonly spaceKey: string
  readonly parentId: string
  /** True when the two only stand for what the reader must fill in. */
  readonly isExample: boolean
}

/**
 * Write a command that imports a page.
 * @param place Where to.
 * @param token The API token; it has no characters that a shell reads.
 */
export function curlSnippet({ endpoint, spaceKey, parentId }: SnippetPlace, token: string): string {
  const body = {
    spaceId: spaceKey,
    parentId,
    pageTitle: 'My first page',
    content: '# Hello\n\nImported with **curl**.',
    overwrite: true,
  }
  return `curl -sS '${endpoint}' \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`
}

/**
 * Write a workflow that imports a repository's README on every push.
 * @param place Where to.
 */
export function workflowSnippet({ endpoint, spaceKey, parentId }: SnippetPlace): string {
  return `name: Publish to the wiki
on:
  push:
    branches: [main]
jobs:
  publish:
    runs-on: ubuntu-latest
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@v4
      - name: Import README.md
        env:
          MARKPORT_TOKEN: \${{ secrets.MARKPORT_TOKEN }}
        run: |
          jq --null-input --rawfile content README.md \\
            '{spaceId: "${spaceKey}", parentId: "${parentId}", pageTitle: "README", $content, overwrite: true}' |
          curl -sS --fail-with-body '${endpoint}' \\
            -H "Authorization: Bearer $MARKPORT_TOKEN" \\
            -H 'Content-Type: application/json' \\
            --data-binary @-`
}
