/** The JSON Schemas of reservations. @module */

import { importFields } from '../contract/import-request.ts'
import { contractLimits } from '../contract/limits.ts'
import {
  decimalId,
  type Json,
  reference,
  unknownFieldWarnings,
  withAnswer,
} from './openapi-schemas.ts'

const shortText = (maxLength: number, description: string): Json => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: '\\S',
  description,
})

const withMember = (name: string, maxLength: number, description: string): Json => ({
  type: 'object',
  required: [name],
  properties: { [name]: shortText(maxLength, description) },
})

const { maxIdLength, maxRefLength, maxReservedPages, maxTitleLength } = contractLimits

export const reservationRequestSchema: Json = {
  type: 'object',
  required: ['spaceId', 'pages'],
  properties: {
    spaceId: shortText(maxIdLength, importFields.spaceId.description),
    pages: {
      type: 'array',
      maxItems: maxReservedPages,
      items: {
        type: 'object',
        required: ['ref', 'pageTitle'],
        oneOf: [
          withMember('parentId', maxIdLength, 'id of the parent page, or of its reservation'),
          withMember('parentRef', maxRefLength, 'the parent page, by its `ref` in this request'),
        ],
        properties: {
          ref: shortText(maxRefLength, 'names the page in this request and its answer'),
          pageTitle: shortText(maxTitleLength, importFields.pageTitle.description),
        },
      },
    },
    arrangeBelow: {
      type: 'array',
      maxItems: maxReservedPages,
      items: shortText(maxIdLength, 'id of a page'),
      description:
        'pages that were imported below these are put into order, where another wiki shows another one',
    },
    findPages: {
      type: 'array',
      maxItems: maxReservedPages,
      items: shortText(maxIdLength, 'id of a page'),
      description: 'pages of the space that are looked for',
    },
  },
}

export const reservedAnswerSchema: Json = withAnswer(['reserved'], {
  required: ['pages'],
  properties: {
    pages: {
      type: 'array',
      description: 'in the order of the request',
      items: {
        type: 'object',
        required: ['ref', 'id', 'url', 'exists'],
        properties: {
          ref: { type: 'string' },
          id: decimalId,
          url: {
            type: 'string',
            format: 'uri',
            description: 'where people read the page, or will',
          },
          exists: { type: 'boolean', description: 'whether the page is there already' },
        },
      },
    },
    found: {
      type: 'array',
      description:
        'with `findPages`: those that are there, in no order; a homepage is its own parent',
      items: reference('Page'),
    },
    warnings: unknownFieldWarnings,
    arranged: {
      type: 'object',
      description: 'with `arrangeBelow`: what became of the order',
      required: ['moved', 'problems'],
      properties: {
        moved: { type: 'integer', minimum: 0, description: 'how many pages were moved' },
        problems: {
          type: 'array',
          description: 'below which pages the order may be another one, and why',
          items: {
            type: 'object',
            required: ['parentId', 'message'],
            properties: { parentId: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
  },
})
