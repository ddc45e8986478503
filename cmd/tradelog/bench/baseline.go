package bench

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ServeBaseline serves the baseline until the context ends:
//
//	/bare    a gin handler that writes a few bytes
//	/item    gin and one query of a ready product
//	/rows    gin and one query of 20 ready orders, as a JSON array
func ServeBaseline(ctx context.Context, listener net.Listener, database string) error {
	config, err := pgxpool.ParseConfig(database)
	if err != nil {
		return errors.New("the database URL cannot be read")
	}
	config.MaxConns = 8
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	defer pool.Close()
	var article int64
	if err := pool.QueryRow(ctx, `SELECT min(product_id) FROM read.product_views WHERE store_id = 1`).Scan(&article); err != nil {
		return err
	}
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	e.GET("/bare", func(c *gin.Context) { c.Data(http.StatusOK, "application/json", []byte(`{"ok":true}`)) })
	e.GET("/item", func(c *gin.Context) {
		var doc []byte
		if err := pool.QueryRow(c, `SELECT doc FROM read.product_views WHERE store_id = $1 AND product_id = $2`, 1,
			article).Scan(&doc); err != nil {
			c.String(http.StatusInternalServerError, err.Error())
			return
		}
		c.Data(http.StatusOK, "application/json", doc)
	})
	e.GET("/rows", func(c *gin.Context) {
		rows, err := pool.Query(c, `SELECT "row" FROM read.orders ORDER BY created_at DESC, id DESC LIMIT 20`)
		if err != nil {
			c.String(http.StatusInternalServerError, err.Error())
			return
		}
		defer rows.Close()
		body := []byte{'['}
		for rows.Next() {
			if len(body) > 1 {
				body = append(body, ',')
			}
			body = append(body, rows.RawValues()[0]...)
		}
		if rows.Err() != nil {
			c.String(http.StatusInternalServerError, rows.Err().Error())
			return
		}
		c.Data(http.StatusOK, "application/json", append(body, ']'))
	})
	server := &http.Server{Handler: e, ReadHeaderTimeout: 10 * time.Second}
	stopped := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stopped()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve the baseline: %w", err)
	}
	return nil
}
