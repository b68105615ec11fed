/** What an SVG image may hold, as data: nothing that runs, loads, moves or links. @module */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Elements that are kept. */
export const elements: ReadonlySet<string> = words(`
  svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title
  desc style linearGradient radialGradient stop pattern clipPath mask marker filter feBlend
  feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting
  feSpotLight feTile feTurbulence`)

/** Elements that show nothing themselves: their children stand in their place. */
export const transparentElements: ReadonlySet<string> = words('a switch')

/** Elements that nobody misses. */
export const invisibleElements: ReadonlySet<string> = words('metadata')

/** Elements that may refer to another one of the same image. */
export const referringElements: ReadonlySet<string> = words(
  'use linearGradient radialGradient pattern textPath',
)

/** Properties that stand in attributes, `style` and stylesheets alike. */
export const properties: ReadonlySet<string> = words(`
  alignment-baseline background background-color baseline-shift clip-path clip-rule color
  color-interpolation color-interpolation-filters color-rendering display dominant-baseline fill
  fill-opacity fill-rule filter flood-color flood-opacity font font-family font-size
  font-size-adjust font-stretch font-style font-variant font-weight image-rendering isolation
  letter-spacing lighting-color line-height marker marker-end marker-mid marker-start mask mask-type
  mix-blend-mode opacity overflow paint-order pointer-events shape-rendering stop-color
  stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width text-align text-anchor text-decoration
  text-rendering transform transform-box transform-origin vector-effect visibility white-space
  word-spacing writing-mode`)

/** Attributes beside those properties. */
export const attributes: ReadonlySet<string> = words(`
  id class viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points
  pathLength dx dy rotate textLength lengthAdjust startOffset method spacing side gradientUnits
  gradientTransform spreadMethod offset patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient
  filterUnits primitiveUnits in in2 result type mode operator values k1 k2 k3 k4 stdDeviation radius
  order kernelMatrix divisor bias targetX targetY edgeMode kernelUnitLength preserveAlpha scale
  xChannelSelector yChannelSelector azimuth elevation surfaceScale diffuseConstant
  specularConstant specularExponent limitingConeAngle pointsAtX pointsAtY pointsAtZ z tableValues
  slope intercept amplitude exponent baseFrequency numOctaves seed stitchTiles`)

/** Functions that a value may call; `url` only for what stands in the same image. */
export const functions: ReadonlySet<string> = words(`
  matrix translate translatex translatey scale scalex scaley rotate skewx skewy rgb rgba hsl hsla
  calc var url`)
