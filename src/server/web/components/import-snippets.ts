/** Ready-to-paste requests and jobs that import pages. @module */
import { isPublished, packageOfJobs } from '../../../contract/base/version.ts'

/** Inserted between quotes of two languages, so only plain characters are safe. */
export interface Snippet {
  readonly id: string
  readonly title: string
  /** Plain text, except that backquotes mark code. */
  readonly note: string
  readonly text: string
}

const importDocs = `npx --yes --package ${packageOfJobs} markport import docs`
const packageNote = isPublished
  ? ''
  : ` Until Markport is published, build \`${packageOfJobs.slice(2)}\` in a checkout (\`npm run build && npm pack ./build\`) and commit it.`

/** One snippet for each way to import; each reads the token from the environment. */
export function importSnippets(place: SnippetPlace): Snippet[] {
  return [
    {
      id: 'curl',
      title: 'curl',
      note: '`--retry` waits 1 s, then 2 s, or as long as `Retry-After` says.',
      text: curlSnippet(place),
    },
    {
      id: 'command',
      title: 'A folder, by command',
      note: 'Imports the folder `docs`. The token is in the variable `MARKPORT_TOKEN`.',
      text: `markport import docs/ --endpoint ${addressOf(place)} --space ${place.spaceKey} --parent ${place.parentId}\n`,
    },
    {
      id: 'github-actions',
      title: 'GitHub Actions',
      note: `Imports the folder \`docs\` whenever it changes. Keep the token as the secret \`MARKPORT_TOKEN\` of the repository.${packageNote}`,
      text: docsWorkflow(place),
    },
    {
      id: 'gitlab-ci',
      title: 'GitLab CI',
      note: `Imports the folder \`docs\` whenever it changes. Keep the token as the masked variable \`MARKPORT_TOKEN\` of the project.${packageNote}`,
      text: gitlabJob(place),
    },
  ]
}

/** @param token Contains no characters that a shell interprets. */
export function trialSnippet(place: SnippetPlace, token: string): string {
  const page = { pageTitle: 'My first page', content: '# Hello\n\nImported with **curl**.' }
  return `${curl(place, '', `'Authorization: Bearer ${token}'`)} \\
  -d '${JSON.stringify(toFields(place, page))}'`
}

function curlSnippet(place: SnippetPlace): string {
  const fields = toFields(place, { pageTitle: 'Setup', content: '# Setup\n\nRun **it**.' })
  return `${curl(place, retrying, tokenOfEnvironment)} \\
  -d '${indent(JSON.stringify(fields, null, 2), 2).trimStart()}'
`
}

export function docsWorkflow(place: SnippetPlace): string {
  return `name: Publish docs
on:
  push:
    branches: [main]
    paths: ['docs/**']
permissions:
  contents: read
concurrency: publish-docs
jobs:
  publish:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0 # renamed files keep their pages by Git's history
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: ${importDocs} --report markdown "$GITHUB_STEP_SUMMARY"
        env:
          MARKPORT_ENDPOINT: ${addressOf(place)}
          MARKPORT_TOKEN: \${{ secrets.MARKPORT_TOKEN }}
          MARKPORT_SPACE: ${place.spaceKey}
          MARKPORT_PARENT: '${place.parentId}'
`
}

function gitlabJob(place: SnippetPlace): string {
  return `import-docs:
  image: node:24
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      changes: ['docs/**/*']
  resource_group: import-docs
  variables:
    MARKPORT_ENDPOINT: ${addressOf(place)}
    MARKPORT_SPACE: ${place.spaceKey}
    MARKPORT_PARENT: '${place.parentId}'
    MARKPORT_REPORT: markdown markport-report.md
    GIT_DEPTH: '0' # renamed files keep their pages by Git's history
  script:
    - ${importDocs}
  artifacts:
    when: always
    expose_as: Markport report
    paths: [markport-report.md]
`
}

function addressOf({ endpoint }: SnippetPlace): string {
  return new URL(endpoint).origin
}

const retrying = '--fail-with-body --max-time 30 --retry 2 '
const tokenOfEnvironment = '"Authorization: Bearer $MARKPORT_TOKEN"'

function curl({ endpoint }: SnippetPlace, flags: string, authorization: string): string {
  return `curl -sS ${flags}'${endpoint}' \\
  -H ${authorization} \\
  -H 'Content-Type: application/json'`
}

function toFields(
  { spaceKey, parentId }: SnippetPlace,
  page: { readonly pageTitle: string; readonly content: string },
): object {
  return { spaceId: spaceKey, parentId, ...page, overwrite: true }
}

function indent(text: string, spaces: number): string {
  return text.replaceAll(/^/gm, ' '.repeat(spaces))
}

export interface SnippetPlace {
  readonly endpoint: string
  readonly spaceKey: string
  readonly parentId: string
}
