import { useEndpoint } from '#client/api-client/query.tsx';
import { Card } from '#client/components/card.tsx';
import { Skeleton } from '#client/components/skeleton.tsx';
import { formatUtcDay } from '#client/text/dates.ts';
import type { DayOfActivity } from '#shared/admin.ts';
import { formatNumber } from '#shared/format-number.ts';
import { adminApi } from './admin-api.ts';
import { type Busiest, activityMessages as m } from './messages.ts';
import './activity-charts.css';

const BAR_PX = 10;
const GAP_PX = 2;
const HEIGHT_PX = 64;

/**
 * Shows the sign-ups and active users of the last days. If loading fails the space stays empty: the list matters more.
 */
export function ActivityCharts() {
  const { data, isPending } = useEndpoint(adminApi.listActivity, { staleTime: 0, gcTime: 0 });
  if (!data) return isPending ? <Charts /> : null;
  const { days } = data;
  return (
    <>
      <Charts days={days} />
      <details className="mt-3">
        <summary className="link inline-flex min-h-11 items-center">{m.table}</summary>
        <Numbers days={days} />
      </details>
    </>
  );
}

function Charts({ days }: { days?: DayOfActivity[] }) {
  const signUps = days?.map(({ day, sign_ups }): Value => [day, sign_ups]);
  const active = days?.map(({ day, active }): Value => [day, active]);
  const total = signUps?.reduce((sum, [, count]) => sum + count, 0) ?? 0;
  return (
    <div className="mt-8 grid gap-4 sm:grid-cols-2">
      <Chart
        label="Sign-ups"
        values={signUps}
        number={() => total}
        unit={m.days}
        summary={(busiest) => m.signUps(total, busiest)}
      />
      <Chart
        label="Active people"
        values={active}
        number={({ most }) => most}
        unit={m.mostActive}
        summary={m.active}
      />
    </div>
  );
}

type Value = [day: string, count: number];

/** Draws a bar for each day. Without values it reserves the space. */
function Chart({
  label,
  values,
  number,
  unit,
  summary,
}: {
  label: string;
  values: Value[] | undefined;
  /** Returns the number above the bars. */
  number: (busiest: Busiest) => number;
  unit: string;
  /** Describes the bars in words, for screen readers. */
  summary: (busiest: Busiest) => string;
}) {
  const busiest = values && busiestOf(values);
  return (
    <Card as="section" className="p-5">
      <h2 className="font-semibold">{label}</h2>
      <p className="mt-1 flex min-h-[1lh] flex-wrap items-baseline gap-x-2 text-sm text-ink-soft">
        {busiest ? (
          <>
            <b className="text-xl font-semibold text-ink tabular-nums">
              {formatNumber(number(busiest))}
            </b>
            {unit}
          </>
        ) : (
          <Skeleton className="h-5 w-24" />
        )}
      </p>
      <div className="mt-3 h-16">
        {values && busiest && (
          <Bars
            label={busiest.most === 0 ? m.quiet(label) : summary(busiest)}
            values={values}
            most={busiest.most}
          />
        )}
      </div>
    </Card>
  );
}

function busiestOf(values: Value[]): Busiest {
  const [day, most] = values.reduce((best, one) => (one[1] > best[1] ? one : best));
  return { most, day: formatUtcDay(day) };
}

function Bars({ label, values, most }: { label: string; values: Value[]; most: number }) {
  return (
    <svg
      viewBox={`0 0 ${values.length * BAR_PX} ${HEIGHT_PX}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="chart"
    >
      {values.map(([day, count], index) => {
        const height = count === 0 ? 1 : Math.max(3, (count / most) * HEIGHT_PX);
        return (
          <rect
            key={day}
            x={index * BAR_PX + GAP_PX / 2}
            y={HEIGHT_PX - height}
            width={BAR_PX - GAP_PX}
            height={height}
            data-empty={count === 0 || undefined}
          />
        );
      })}
    </svg>
  );
}

function Numbers({ days }: { days: DayOfActivity[] }) {
  return (
    <table className="numbers">
      <caption className="sr-only">{m.caption}</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Sign-ups</th>
          <th scope="col">Active people</th>
        </tr>
      </thead>
      <tbody>
        {[...days].reverse().map(({ day, sign_ups, active }) => (
          <tr key={day}>
            <th scope="row">{formatUtcDay(day)}</th>
            <td>{formatNumber(sign_ups)}</td>
            <td>{formatNumber(active)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
