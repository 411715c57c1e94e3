import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { formatMonth } from '#contract/days.ts';
import { getPlots, type Plotted } from '#contract/month-end/plots.ts';
import { formatFigure } from '#contract/month-end/format-figure.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import { call } from '#web/api/call.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { figuresKey } from '../month-end-key.ts';
import { barsOf } from './bars.ts';
import styles from './plots.module.css';

/** Twelve months at a glance. Each plot has its numbers in a table. */
export function Plots({ period }: { period: string }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...figuresKey, period, 'plots'],
    queryFn: ({ signal }) => call(getPlots, { params: { period }, signal }),
  });
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={texts.plotsFailed} busy={isFetching} onRetry={() => void refetch()} />
    ) : (
      <Spinner />
    );
  }
  return (
    <section className={styles.plots} aria-label={texts.plots}>
      <Plot title={texts.incomePlot} months={data.months} series={data.income} isStacked={false} />
      <Plot title={texts.moneyPlot} months={data.months} series={data.moneyIn} isStacked />
    </section>
  );
}

interface PlotProps {
  title: string;
  months: readonly string[];
  series: readonly Plotted[];
  /** On top of each other, otherwise beside each other. */
  isStacked: boolean;
}

function Plot({ title, months, series, isStacked }: PlotProps) {
  const id = useId();
  const { bars, zero, most } = barsOf(series, isStacked);
  return (
    <figure className={styles.plot} aria-labelledby={id}>
      <figcaption id={id} className={styles.title}>
        {title}
      </figcaption>
      <ul className={styles.legend}>
        {series.map(({ label }, index) => (
          <li key={label}>
            <span className={classNames(styles.swatch, shadeOf(index))} aria-hidden="true" />
            {label}
          </li>
        ))}
      </ul>
      <p className={styles.most}>{formatFigure(most)}</p>
      <svg
        viewBox="0 0 120 40"
        preserveAspectRatio="none"
        className={styles.bars}
        aria-hidden="true"
      >
        {bars.map(({ x, y, width, height, of }) => (
          <rect
            key={`${x} ${of}`}
            x={x}
            y={y}
            width={width}
            height={height}
            className={shadeOf(of)}
          />
        ))}
        <line x1="0" x2="120" y1={zero} y2={zero} className={styles.zero} />
      </svg>
      <ol className={styles.months} aria-hidden="true">
        {months.map((month) => (
          <li key={month}>{formatMonth(month).slice(0, 3)}</li>
        ))}
      </ol>
      <Disclosure summary={texts.asTable}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard */}
        <div className={styles.scroll} role="group" aria-labelledby={id} tabIndex={0}>
          <table className={styles.table} aria-labelledby={id}>
            <thead>
              <tr>
                <th scope="col">{texts.month}</th>
                {series.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {months.map((month, place) => (
                <tr key={month}>
                  <th scope="row">{formatMonth(month)}</th>
                  {series.map(({ label, amounts }) => (
                    <td key={label}>{formatFigure(amounts[place] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Disclosure>
    </figure>
  );
}

const shades = [styles.first, styles.second, styles.third, styles.fourth, styles.fifth];
const shadeOf = (index: number) => shades[index % shades.length] ?? '';
