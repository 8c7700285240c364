/** The hatching of what colour alone would tell apart; charts of the page refer to it by id. */
export const ChartPatterns = () => (
  <svg className="chart-patterns" width="0" height="0" aria-hidden="true" focusable="false">
    <defs>
      <pattern id="chart-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="chart-hatch-line" width="3" height="6" />
      </pattern>
      {[1, 2, 3, 4, 5].map((shade) => (
        <pattern key={shade} id={`chart-shade-${shade}`} width="12" height="12" patternUnits="userSpaceOnUse">
          <path className="chart-hatch-stroke" d="M0 0L12 12M12 0L0 12" strokeWidth={shade * 1.4 - 0.8} />
        </pattern>
      ))}
    </defs>
  </svg>
)
