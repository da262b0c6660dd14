// The actions on a chart: showing its numbers, and downloading it as an image.
import { ChartColumn, Download, Table2 } from 'lucide-react';
import type { RefObject } from 'react';
import { late } from '../messages/late.ts';
import { Button } from '../ui/Button.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import styles from './ChartTab.module.css';
import { downloadChart } from './download.ts';

interface ChartToolsProps {
  readonly title: string;
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly asTable: boolean;
  readonly onAsTable: (asTable: boolean) => void;
}

export function ChartTools({ title, svg, asTable, onAsTable }: ChartToolsProps) {
  const save = (format: 'svg' | 'png'): void => {
    if (svg.current) void downloadChart(svg.current, title, format);
  };
  return (
    <div className={styles.tools}>
      <Button
        small
        variant="quiet"
        icon={asTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
        onClick={() => onAsTable(!asTable)}
      >
        {asTable ? late.charts.asChart : late.charts.asTable}
      </Button>
      {!asTable && (
        <Menu
          trigger={
            <Button small variant="quiet" icon={<Download aria-hidden />}>
              {late.charts.download}
            </Button>
          }
        >
          <MenuItem onSelect={() => save('svg')}>{late.charts.downloadSvg}</MenuItem>
          <MenuItem onSelect={() => save('png')}>{late.charts.downloadPng}</MenuItem>
        </Menu>
      )}
    </div>
  );
}
