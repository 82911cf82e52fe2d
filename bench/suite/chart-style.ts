/** Styles of every chart of the suite: legible on light and dark pages. */
export const CHART_STYLE = `
    text { font: 12px system-ui, sans-serif; fill: #24292f }
    .title { font-weight: 600 }
    .limit { fill: #8c959f; stroke: #8c959f } .own { fill: #0969da; stroke: #0969da } .other { fill: #bc4c00; stroke: #bc4c00 }
    .spread { stroke: #24292f; stroke-width: 1 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .spread { stroke: #e6edf3 }
      .own { fill: #4493f8; stroke: #4493f8 } .other { fill: #db6d28; stroke: #db6d28 }
    }`;
